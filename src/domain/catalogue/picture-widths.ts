/** Steps of at most 1.5x, to limit wasted pixels. */
export const PICTURE_WIDTHS = [160, 240, 320, 480, 640, 960, 1280, 1600, 1920] as const
export const PLACEHOLDER_WIDTH = 16
