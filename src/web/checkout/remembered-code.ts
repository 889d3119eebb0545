import { readCode } from '#domain/money/typed-code.ts'
import { readLocal, writeLocal } from '#web/ui/local-memory.ts'

const CODE_KEY = 'bloomera-code'

/** The code that the checkout starts with; empty if there is none. */
export function rememberedCode(): string {
  return readCode(readLocal(CODE_KEY)) ?? ''
}

export function rememberCode(code: string): void {
  writeLocal(CODE_KEY, code)
}

/** Called once it is used, or the buyer has typed over it. */
export function forgetCode(): void {
  writeLocal(CODE_KEY, null)
}
