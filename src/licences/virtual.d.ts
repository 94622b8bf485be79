declare module 'virtual:licences' {
  type Licensed = import('../../playground/licences.ts').Licensed;
  /** What the Python engine loads. */
  export const python: Licensed[];
  /** What the site's scripts are made of. */
  export const npm: Licensed[];
}
