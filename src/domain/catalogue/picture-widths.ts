/** Steps of at most one and a half, so that nobody loads many more pixels than they see. */
export const PICTURE_WIDTHS = [160, 240, 320, 480, 640, 960, 1280, 1600, 1920] as const
export const PLACEHOLDER_WIDTH = 16
