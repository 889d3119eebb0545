/** The desk works without scripts; these make it faster. */
import { askBeforeSending } from './confirm.ts'
import { keepTyped } from './keep-typed.ts'
import { followChanges } from './live.ts'
import { offerPasskeys } from './passkeys.ts'
import { printOnClick } from './print.ts'
import { reorderLists } from './reorder-lists.ts'
import { revealPasswords } from './reveal-password.ts'
import { listenToReviewKeys } from './review-keys.ts'
import { previewSearchResult } from './search-preview.ts'
import { selectOnFocus } from './select-on-focus.ts'
import { shrinkPictures } from './shrink-picture.ts'
import { countDownUndo } from './undo-countdown.ts'
import { guardUnsavedChanges } from './unsaved-changes.ts'
import { uploadPictures } from './upload-pictures.ts'

askBeforeSending()
selectOnFocus()
offerPasskeys()
revealPasswords()
followChanges()
countDownUndo()
listenToReviewKeys()
printOnClick()
// The rules are large, and only editors need them.
if (document.querySelector('[data-claims]')) void import('./claims.ts').then(({ watchClaims }) => watchClaims())
if (document.querySelector('[data-orders]')) void import('./order-list.ts').then(({ workOnOrders }) => workOnOrders())
if (document.querySelector('[data-tracking]')) void import('./tracking.ts').then(({ trackPackages }) => trackPackages())
shrinkPictures()
reorderLists()
keepTyped()
uploadPictures()
previewSearchResult()
guardUnsavedChanges()
