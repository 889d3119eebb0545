import { useSyncExternalStore } from 'react'
import { parseState, type StateCode } from '#domain/orders/us-states.ts'
import { readLocal, writeLocal } from '#web/ui/local-memory.ts'

const STATE_KEY = 'bloomera-state'
const listeners = new Set<() => void>()

/** The state this browser's orders ship to, only for the estimate; the address itself stays in its tab. */
export function rememberState(typed: string): void {
  writeLocal(STATE_KEY, parseState(typed) ?? null)
  for (const listener of listeners) listener()
}

/** Undefined on the server, during hydration, and if the shopper hasn't chosen one. */
export function useRememberedState(): StateCode | undefined {
  return useSyncExternalStore(subscribe, current, () => undefined)
}

function current(): StateCode | undefined {
  return parseState(readLocal(STATE_KEY) ?? '')
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  // The browser notifies the other tabs.
  addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', listener)
  }
}
