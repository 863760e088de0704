import type { ThemeRegistrationRaw } from 'shiki/core';

/**
 * What a piece of code is, in the order of its number. A theme of colours would tie the tokens to light or dark; this one
 * gives each kind its number as its "colour", and code.css gives each number its colour in both themes.
 */
const KINDS: readonly (readonly string[])[] = [
  /* 1 comment */ ['comment', 'punctuation.definition.comment'],
  /* 2 constant */ [
    'constant',
    'entity.name.constant',
    'variable.other.constant',
    'variable.other.enummember',
    'variable.language',
    'support',
    'meta.property-name',
    'support.type.property-name',
    'markup.inline.raw',
    'string variable',
    'meta.diff.header',
    'meta.module-reference',
    'entity.other.attribute-name',
  ],
  /* 3 name */ ['entity', 'entity.name', 'meta.diff.range', 'entity.name.function', 'support.function'],
  /* 4 tag */ ['entity.name.tag', 'string.regexp constant.character.escape', 'markup.quote'],
  /* 5 keyword */ ['keyword', 'storage', 'storage.type', 'storage.modifier'],
  /* 6 string */ [
    'string',
    'punctuation.definition.string',
    'string punctuation.section.embedded source',
    'source.regexp',
    'string.regexp',
    'string.other.link',
    'constant.other.reference.link',
  ],
  /* 7 variable */ ['variable', 'punctuation.definition.list.begin.markdown'],
  /* 8 inserted */ ['markup.inserted', 'punctuation.definition.inserted', 'meta.diff.header.to-file'],
  /* 9 deleted */ ['markup.deleted', 'punctuation.definition.deleted', 'meta.diff.header.from-file', 'invalid'],
  /* 10 heading */ ['markup.heading', 'markup.heading entity.name', 'meta.separator'],
];

/** Names that are plain text although something wider above says otherwise. */
const PLAIN = [
  'variable.parameter',
  'variable.other',
  'storage.modifier.package',
  'storage.modifier.import',
  'storage.type.java',
  'keyword.operator.assignment.plain',
];

const colourOf = (kind: number): string => `#${kind.toString(16).padStart(6, '0')}`;

/** 0: plain. */
export const kindOf = (colour: string | undefined): number =>
  colour?.startsWith('#') ? Number.parseInt(colour.slice(1, 7), 16) : 0;

/** Each kind in the colour that it is given; kind 0 is plain text. */
export const themeOf = (colour: (kind: number) => string, background = colour(0)): ThemeRegistrationRaw => ({
  name: 'signalbox',
  type: 'dark',
  colors: { 'editor.foreground': colour(0), 'editor.background': background },
  settings: [
    { settings: { foreground: colour(0), background } },
    ...KINDS.map((scope, index) => ({ scope: [...scope], settings: { foreground: colour(index + 1) } })),
    { scope: PLAIN, settings: { foreground: colour(0) } },
  ],
});

export const tokenTheme = themeOf(colourOf);
