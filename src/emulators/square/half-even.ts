/** Rounds a fraction to a whole number, half to even, as the Orders API does. Exact at any size. */
export function halfEven(numerator: bigint, denominator: bigint): number {
  const isNegative = numerator < 0n
  const size = isNegative ? -numerator : numerator
  const whole = size / denominator
  const twice = (size % denominator) * 2n
  const isUp = twice > denominator || (twice === denominator && whole % 2n === 1n)
  const rounded = Number(isUp ? whole + 1n : whole)
  return isNegative && rounded !== 0 ? -rounded : rounded
}

/** "7.15" as 715 over 100. */
export function decimal(text: string): { numerator: bigint; denominator: bigint } {
  const [whole = '0', fraction = ''] = text.split('.')
  return { numerator: BigInt(whole + fraction), denominator: 10n ** BigInt(fraction.length) }
}

export function percentOf(cents: number, percentage: string): number {
  const { numerator, denominator } = decimal(percentage)
  return halfEven(BigInt(cents) * numerator, denominator * 100n)
}

/** Splits cents by weight so that the parts add up: each part is a difference of running totals. */
export function apportion(cents: number, weights: number[]): number[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  if (total === 0) return weights.map(() => 0)
  let weightSoFar = 0
  let given = 0
  return weights.map((weight) => {
    weightSoFar += weight
    const upToHere = halfEven(BigInt(cents) * BigInt(weightSoFar), BigInt(total))
    const part = upToHere - given
    given = upToHere
    return part
  })
}
