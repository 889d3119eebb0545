import { createContext, useContext } from 'react'

/**
 * Marks the inline scripts that are ours while the server renders; the mark is gone from what is sent, so the browser
 * has none (see src/server/platform/pages/inline-scripts.ts).
 */
export const ScriptNonce = createContext<string | undefined>(undefined)

export function useScriptNonce(): string | undefined {
  return useContext(ScriptNonce)
}
