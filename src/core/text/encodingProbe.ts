// Defines a text that identifies an encoding by its bytes. A file of its own, since a unit test must prove the property.

/** Encoded to other bytes by each of VS Code's encodings. Letters that an encoding lacks become `?`. */
export const encodingProbe = 'éяｱ中한€ØÝµЄÌˆЎҒء';
