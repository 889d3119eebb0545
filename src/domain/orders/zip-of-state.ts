import type { StateCode } from './us-states.ts'

/**
 * First and last three-digit ZIP prefix of each state, as published by USPS. Two states share a prefix only where their
 * border runs through it.
 */
const ZIP_PREFIXES: Record<StateCode, readonly (readonly [number, number])[]> = {
  AL: [[350, 369]],
  AK: [[995, 999]],
  AZ: [[850, 865]],
  AR: [[716, 729]],
  CA: [[900, 961]],
  CO: [[800, 816]],
  CT: [[60, 69]],
  DE: [[197, 199]],
  DC: [
    [200, 200],
    [202, 205],
    [569, 569],
  ],
  FL: [[320, 349]],
  GA: [
    [300, 319],
    [398, 399],
  ],
  HI: [[967, 968]],
  ID: [[832, 838]],
  IL: [[600, 629]],
  IN: [[460, 479]],
  IA: [[500, 528]],
  KS: [[660, 679]],
  KY: [[400, 427]],
  LA: [[700, 714]],
  ME: [[39, 49]],
  MD: [[206, 219]],
  MA: [
    [10, 27],
    [55, 55],
  ],
  MI: [[480, 499]],
  MN: [[550, 567]],
  MS: [[386, 397]],
  MO: [[630, 658]],
  MT: [[590, 599]],
  NE: [[680, 693]],
  NV: [[889, 898]],
  NH: [[30, 38]],
  NJ: [[70, 89]],
  NM: [[870, 884]],
  // 063 is Connecticut except for Fishers Island.
  NY: [
    [5, 5],
    [63, 63],
    [100, 149],
  ],
  NC: [[270, 289]],
  ND: [[580, 588]],
  OH: [[430, 459]],
  // 733 is Austin, Texas.
  OK: [
    [730, 732],
    [734, 749],
  ],
  OR: [[970, 979]],
  PA: [[150, 196]],
  RI: [[28, 29]],
  SC: [[290, 299]],
  SD: [[570, 577]],
  // 422 is Kentucky except for the Tennessee side of Fort Campbell.
  TN: [
    [370, 385],
    [422, 422],
  ],
  TX: [
    [733, 733],
    [750, 799],
    [885, 885],
  ],
  UT: [[840, 847]],
  // 055 is Andover, Massachusetts.
  VT: [
    [50, 54],
    [56, 59],
  ],
  VA: [
    [201, 201],
    [220, 246],
  ],
  WA: [[980, 994]],
  WV: [[247, 268]],
  WI: [[530, 549]],
  // 834 is Idaho except for Alta.
  WY: [
    [820, 831],
    [834, 834],
  ],
}

/** Returns true if a ZIP code can be in the state; tax depends on the state, so the two must agree. */
export function isZipOfState(zip: string, state: StateCode): boolean {
  const prefix = Number(zip.slice(0, 3))
  return ZIP_PREFIXES[state].some(([first, last]) => prefix >= first && prefix <= last)
}
