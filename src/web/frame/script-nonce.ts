import { createContext, useContext } from 'react'

/**
 * Marks our own inline scripts and styles while the server renders; the nonce is stripped before sending, so the browser has none
 * (see src/server/platform/pages/inline-hashes.ts).
 */
export const ScriptNonce = createContext<string | undefined>(undefined)

export function useScriptNonce(): string | undefined {
  return useContext(ScriptNonce)
}
