// Tells encodings apart by the bytes that they give to a text.

/** A text to which no two of VS Code's encodings give the same bytes; letters that one lacks become `?`. */
export const encodingProbe = 'éяｱ中한€ØÝµЄÌˆЎҒء';
