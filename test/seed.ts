/**
 * The seed of every random test. One commit gets one verdict, here and in CI; new cases are found by
 * `TEST_SEED=$RANDOM npm test` and by the long runs (chaos, fuzz), whose seeds are random.
 */
export const TEST_SEED = Number(process.env.TEST_SEED ?? 20261118)
