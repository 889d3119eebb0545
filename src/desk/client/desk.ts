/** The desk works without scripts; these make it faster. */
import { askBeforeSending, settleQuestions } from './confirm.ts'
import { keepTyped } from './keep-typed.ts'
import { offerPasskeys } from './passkeys.ts'
import { printOnClick } from './print.ts'
import { reorderLists } from './reorder-lists.ts'
import { revealPasswords } from './reveal-password.ts'
import { listenToReviewKeys } from './review-keys.ts'
import { selectOnFocus } from './select-on-focus.ts'
import { shrinkPictures } from './shrink-picture.ts'
import { countDownUndo } from './undo-countdown.ts'
import { guardUnsavedChanges } from './unsaved-changes.ts'
import { uploadPictures } from './upload-pictures.ts'

askBeforeSending()
settleQuestions()
selectOnFocus()
offerPasskeys()
revealPasswords()
// Only signed-in pages update live.
if (document.body.dataset.renderedAt) void import('./live.ts').then(({ followChanges }) => followChanges())
countDownUndo()
listenToReviewKeys()
printOnClick()
document.addEventListener('keydown', (event) => {
  if (event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey)
    jump(event)
})
document.addEventListener('click', (event) => {
  if (event.target instanceof Element && event.target.closest('[data-jump]')) jump(event)
})
// The rules are large, and only editors need them. A review to reply to may arrive later.
if (document.querySelector('[data-claims], [data-live=reviews]'))
  void import('./claims.ts').then(({ watchClaims }) => watchClaims())
if (document.querySelector('form[data-editor]'))
  void import('./search-preview.ts').then(({ previewSearchResult }) => previewSearchResult())
if (document.querySelector('form[data-texts]')) void import('./edit-texts.ts').then(({ editTexts }) => editTexts())
if (document.querySelector('[data-orders]')) void import('./order-list.ts').then(({ workOnOrders }) => workOnOrders())
if (document.getElementById('order-panel'))
  void import('./order-panel.ts').then(({ openBesideList }) => openBesideList())
if (document.querySelector('[data-tracking]')) void import('./tracking.ts').then(({ trackPackages }) => trackPackages())
if (document.querySelector('[data-new-device]') || globalThis.Notification?.permission === 'granted')
  void import('./notifications.ts').then(({ offerNotifications }) => offerNotifications())
shrinkPictures()
reorderLists()
keepTyped()
uploadPictures()
guardUnsavedChanges()
// The answer to a form is asked for by GET from now on: otherwise Back ends on the browser's question whether to send the
// form again, which may be a refund.
history.replaceState(history.state, '', location.href)

/** Searches the whole desk. A click with Ctrl opens the search in a new tab, like any link. */
function jump(event: MouseEvent | KeyboardEvent): void {
  const isNewTab = event instanceof MouseEvent && (event.ctrlKey || event.metaKey || event.shiftKey)
  if (isNewTab || !document.body.classList.contains('desk')) return
  event.preventDefault()
  void import('./jump.ts').then(({ openJump }) => openJump())
}
