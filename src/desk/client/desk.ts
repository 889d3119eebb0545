/** The desk works without scripts; these make it quicker. */
import { askBeforeSending } from './confirm.ts'
import { offerPasskeys } from './passkeys.ts'
import { selectOnFocus } from './select-on-focus.ts'

askBeforeSending()
selectOnFocus()
offerPasskeys()
