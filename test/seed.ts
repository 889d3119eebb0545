/**
 * The seed of every random test. A commit always gets the same result, here and in CI; new cases are found by
 * `TEST_SEED=$RANDOM npm test` and by the long runs (chaos, fuzz), whose seeds are random.
 */
export const TEST_SEED = readSeed(process.env.TEST_SEED ?? '20261118')

function readSeed(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new Error(`TEST_SEED must be a whole number, not "${text}".`)
  return Number(text)
}
