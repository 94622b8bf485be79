export type Language = 'python' | 'typescript';

/** What a browser keeps of a reader who has chosen this language. */
export const readerOf = (language: Language, origin: string) => ({
  cookies: [],
  origins: [{ origin, localStorage: [{ name: 'cancellation:language', value: language }] }],
});
