declare module 'subset-font' {
  type Axis = number | { min: number; max: number }

  /** The part of the package that scripts/fonts.ts uses. */
  export default function subsetFont(
    font: Buffer,
    characters: string,
    options: {
      targetFormat: 'woff2'
      keepFeatures: readonly string[]
      variationAxes: Record<string, Axis>
    },
  ): Promise<Buffer>
}
