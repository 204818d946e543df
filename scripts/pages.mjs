// Adapts pages of Markdown to the Extensions view, and finds links that it does not open.

/** Matches a link or picture of Markdown. */
const linked = /(!?)\[([^\][]*)\]\(([^)\s]+)\)/g;
/** Matches a `<picture>` of HTML. */
const picture = /<picture>.*?(<img\b[^>]*>).*?<\/picture>\n*/gs;
/** Matches targets that the Extensions view opens. */
const opens = /^(?:https:|mailto:|#)/;

/**
 * A page as the Extensions view shows it: pictures only by https, links only by https and mailto and within the page,
 * and no choice of a picture by theme.
 * @param {string} text
 * @param {boolean} hasAddress whether the repository has an address, so that packaging makes relative targets absolute;
 *   without one, relative pictures are left out, and relative links become their words
 */
export function forExtensionsView(text, hasAddress) {
  const single = text.replace(picture, hasAddress ? '$1\n\n' : '');
  if (hasAddress) return single;
  return single.replace(linked, (all, image, words, target) => {
    if (opens.test(target)) return all;
    return image === '' ? words : '';
  });
}

/**
 * The targets in a page that the Extensions view does not show or open.
 * @param {string} text
 * @returns {string[]}
 */
export function deadLinksOf(text) {
  const markdown = [...text.matchAll(linked)].map(([, , , target = '']) => target);
  const html = [...text.matchAll(/<(?:img|source|video|a)\b[^>]*?\b(?:src|srcset|href)="([^"]*)"/g)].map(
    ([, target = '']) => target,
  );
  return [...markdown, ...html].filter((target) => !opens.test(target));
}
