import { test } from './look-alike-test.ts'
import { describeRealPolicy } from './real-policy.ts'

test.use({ square: 'sandbox' })
describeRealPolicy('sandbox')
