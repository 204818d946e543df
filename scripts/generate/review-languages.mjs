// Defines the languages of files under review. Language services fetch what a document names (schemas, packages,
// pictures), and choose documents by language and by name. So each file of a review has a name and a language that no
// service knows; only its colours are those of its own language, since each grammar here refers to that of the editor
// or an extension.

/** Added to the name of each file in a review, so that no service takes it for the file itself. */
export const reviewMark = ' (Redline)';

/** `grammar: endings and whole names`. If the extension with a grammar is not installed, there are no colours. */
const table = `
source.batchfile: .bat .cmd
source.clojure: .clj .cljs .cljc .edn
source.coffee: .coffee
source.cpp: .c .h .cc .cpp .cxx .hpp .hh .hxx .ino .cu
source.cs: .cs .csx
source.css: .css
source.css.less: .less
source.css.scss: .scss
source.dart: .dart
source.diff: .diff .patch
source.dockerfile: .dockerfile Dockerfile Containerfile
source.dotenv: .env .env.local
source.elixir: .ex .exs
source.fsharp: .fs .fsi .fsx
source.go: .go
source.graphql: .graphql .gql
source.groovy: .groovy .gradle Jenkinsfile
source.hcl.terraform: .tf .tfvars .hcl
source.ignore: .gitignore .npmignore .dockerignore .vscodeignore
source.ini: .ini .conf .cfg .properties .editorconfig .npmrc .gitattributes .gitconfig
source.java: .java
source.js: .js .mjs .cjs .jsx .es6
source.json.comments: .json .jsonc .jsonl .json5 .map .webmanifest .geojson .ipynb .code-workspace .code-snippets .babelrc .eslintrc .swcrc
source.julia: .jl
source.kotlin: .kt .kts
source.lua: .lua
source.makefile: .mk Makefile makefile GNUmakefile
source.objcpp: .m .mm
source.perl: .pl .pm .t
source.powershell: .ps1 .psm1 .psd1
source.python: .py .pyi .pyw SConstruct SConscript
source.r: .r
source.rst: .rst
source.ruby: .rb .rake .gemspec Gemfile Rakefile Podfile
source.rust: .rs
source.scala: .scala .sbt
source.shell: .sh .bash .zsh .ksh .bashrc .profile .zshrc
source.sql: .sql .dsql
source.svelte: .svelte
source.swift: .swift
source.toml: .toml Cargo.lock poetry.lock
source.ts: .ts .mts .cts
source.tsx: .tsx
source.vue: .vue
source.yaml: .yaml .yml .eyaml .clang-format
source.asp.vb.net: .vb
text.html.cshtml: .cshtml .razor
text.html.derivative: .html .htm .xhtml .jsp .ejs .erb
text.html.handlebars: .hbs .handlebars
text.html.markdown: .md .mdx .markdown .mdc
text.html.php: .php .phtml
text.pug: .pug .jade
text.tex.latex: .tex .sty .bib
text.xml: .xml .xsd .svg .plist .csproj .vbproj .fsproj .props .targets .resx .xaml .xsl .xslt .wsdl .rss .storyboard .xib .pom
`;

const languages = table
  .trim()
  .split('\n')
  .map((line) => {
    const [scope, names] = line.split(': ');
    const all = names.split(' ');
    return {
      scope,
      endings: all.filter((name) => name.startsWith('.')),
      names: all.filter((name) => !name.startsWith('.')),
    };
  });

const idOf = (scope) => `redline-review-${scope.replaceAll('.', '-')}`;

/** The languages for the manifest. Without names for people (`aliases`), the editor does not offer them. */
export function languageContributions() {
  return [
    { id: 'redline-review', aliases: [], extensions: [reviewMark] },
    ...languages.map(({ scope, endings, names }) => ({
      id: idOf(scope),
      aliases: [],
      ...(endings.length === 0 ? {} : { extensions: endings.map((name) => name + reviewMark) }),
      ...(names.length === 0 ? {} : { filenames: names.map((name) => name + reviewMark) }),
    })),
  ];
}

/**
 * The default settings of these languages for the manifest. They take precedence over a workspace's settings for all
 * languages, so that a change of white space alone is always shown.
 */
export function languageDefaults() {
  const all = languageContributions().map(({ id }) => `[${id}]`);
  return {
    [all.join('')]: {
      'diffEditor.codeLens': true,
      'diffEditor.ignoreTrimWhitespace': false,
      'editor.renderControlCharacters': true,
      'editor.stopRenderingLineAfter': 10_000,
    },
  };
}

/** The grammars for the manifest. */
export function grammarContributions() {
  return languages.map(({ scope }) => ({
    language: idOf(scope),
    scopeName: `redline.${scope}`,
    path: `./syntaxes/${scope}.json`,
  }));
}

/** The texts of the grammars, by file name. */
export function grammars() {
  return languages.map(({ scope }) => ({
    name: `${scope}.json`,
    text: `{ "scopeName": "redline.${scope}", "patterns": [{ "include": "${scope}" }] }\n`,
  }));
}
