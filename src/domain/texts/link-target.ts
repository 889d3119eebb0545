const MAILBOX = /^mailto:[^\s@?&<>"'%]+@[^\s@?&<>"'%]+\.[^\s@?&<>"'%]+$/i
/** No user name before the host, because it could pretend to be another host. */
const WEBSITE = /^https?:\/\/[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*(?::\d{1,5})?(?:[/?#][^\s\\<>"]*)?$/iu
const OWN_PATH = /^\/(?![/\\])[\w\-./?=&%#~+,:@!$'*;]*$/

/** Returns true if a text may link there: a page of the shop, a website or a mailbox. Nothing that could run. */
export function isLinkTarget(to: string): boolean {
  if (to.length > 500) return false
  return OWN_PATH.test(to) || MAILBOX.test(to) || WEBSITE.test(to)
}

/** Returns true if the target is a page of this shop, which opens without reloading everything. */
export function isOwnPath(to: string): boolean {
  return to.startsWith('/')
}
