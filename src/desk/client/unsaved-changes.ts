import { ask } from './confirm.ts'
import { fieldsOf, isChanged } from './field-changes.ts'

const LEAVE = 'You have unsaved changes. Leave without saving?'
const SAVE_ONE = 'Another form on this page has unsaved changes. They’ll be lost.'

/** Number of rows of each form's list as it was sent; removing one is a change, too. */
const rowsSent = new WeakMap<HTMLFormElement, number>()
let isLeaving = false

/**
 * Asks before leaving a page with unsaved changes: in a dialog for links of the desk, in the browser's own dialog
 * otherwise. Guards forms that are sent by POST, except those with `data-unguarded`.
 */
export function guardUnsavedChanges(): void {
  if (!document.body.classList.contains('desk')) return
  for (const form of postForms()) rowsSent.set(form, countRows(form))
  addEventListener('beforeunload', (event) => {
    if (!isLeaving && postForms().some(isDirty)) event.preventDefault()
  })
  // A page restored from the browser's cache is open again.
  addEventListener('pageshow', () => {
    isLeaving = false
  })
  document.addEventListener('click', askBeforeFollowing)
  document.addEventListener('submit', askBeforeLosing)
}

/** True if it contains unsaved input. */
export function isDirty(form: HTMLFormElement): boolean {
  if (form.dataset.unguarded !== undefined) return false
  const isRefused =
    form.dataset.unsaved !== undefined || form.querySelector('.flash-problem, .field-group.changed') !== null
  return isRefused || fieldsOf(form).some(isChanged) || countRows(form) !== (rowsSent.get(form) ?? countRows(form))
}

/** For a part of the page that is about to be replaced. */
export function askToLeave(onLeave: () => void, onStay: () => void): void {
  ask(LEAVE, 'Leave', onLeave, onStay)
}

function postForms(): HTMLFormElement[] {
  return Array.from(document.forms).filter(({ method }) => method === 'post')
}

function countRows(form: HTMLFormElement): number {
  return form.querySelectorAll('[data-reorder] > li').length
}

function askBeforeFollowing(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null
  if (!link || event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return
  const isSamePage = link.pathname === location.pathname && link.search === location.search && link.hash !== ''
  if (link.target === '_blank' || link.hasAttribute('download') || isSamePage) return
  const isDiscard = link.dataset.discard !== undefined
  if (isDiscard) isLeaving = true
  if (isDiscard || !postForms().some(isDirty)) return
  event.preventDefault()
  ask(LEAVE, 'Leave', () => {
    isLeaving = true
    location.assign(link.href)
  })
}

/** Sending one form loses what was typed in the others. */
function askBeforeLosing(event: SubmitEvent): void {
  const { target: form, submitter } = event
  if (event.defaultPrevented || !(form instanceof HTMLFormElement)) return
  const opensElsewhere = (submitter?.getAttribute('formtarget') ?? form.target) === '_blank'
  if (opensElsewhere || isLeaving) return
  if (!postForms().some((other) => other !== form && isDirty(other))) {
    isLeaving = true
    return
  }
  event.preventDefault()
  ask(SAVE_ONE, submitter?.textContent ?? 'Send', () => {
    isLeaving = true
    form.requestSubmit(submitter)
  })
}
