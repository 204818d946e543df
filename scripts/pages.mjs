// Adapts pages of Markdown to the Extensions view, and finds links that it does not open.

/** A link or picture of Markdown, or a `<picture>` of HTML. */
const linked = /(!?)\[([^\][]*)\]\(([^)\s]+)\)/g;
const picture = /<picture>.*?(<img\b[^>]*>).*?<\/picture>\n*/gs;
const opens = /^(?:https:|mailto:|#)/;

/**
 * A page as the Extensions view shows it: pictures only by https, links only by https and mailto and within the page, and
 * no choice of a picture by theme.
 * @param {string} text
 * @param {boolean} hasAddress whether what stays relative is then made absolute, since the repository has an address;
 * else pictures go, and links become their words.
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
 * What a page names that the Extensions view does not show or open.
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
