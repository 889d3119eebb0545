/** Steps of at most 1.5x, to limit wasted pixels; 720 is for phones of 360 px at 2x and of 412 px at 1.75x. */
export const PICTURE_WIDTHS = [160, 240, 320, 480, 640, 720, 960, 1280, 1600, 1920] as const
export const PLACEHOLDER_WIDTH = 16
