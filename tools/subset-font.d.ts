// What is used of the package, so that types are checked where it is not installed.
declare module 'subset-font' {
  /** @returns the font with these characters alone */
  export default function subsetFont(
    font: Uint8Array,
    text: string,
    options: {
      targetFormat: 'woff2'
      variationAxes?: Record<string, number | { min: number; max: number }>
    },
  ): Promise<Uint8Array>
}
