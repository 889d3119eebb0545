import { useEffect, useEffectEvent } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { MESSAGES } from '#contract/messages.ts'
import { PAGE_MESSAGES } from '#contract/page-messages.ts'
import { readCode, tidyCode } from '#domain/money/typed-code.ts'
import { CODE_PARAM } from '#web/paths.ts'
import { useToast } from '#web/ui/toaster.tsx'
import { takeCode } from './take-code.ts'

/**
 * A link with a code in it, to any page. Only the browser reads it: the page itself is the cached one. The address is
 * cleaned, so that a reload or a copied link does not bring the code back.
 */
export function CodeLink() {
  const { search, hash } = useLocation()
  const navigate = useNavigate()
  const toast = useToast()
  const given = new URLSearchParams(search).get(CODE_PARAM)

  const take = useEffectEvent(async (text: string) => {
    const others = new URLSearchParams(search)
    others.delete(CODE_PARAM)
    void navigate({ search: others.toString(), hash }, { replace: true, preventScrollReset: true })
    const code = readCode(text)
    if (!code) return tidyCode(text) && toast(MESSAGES.discountInvalid, 'error')
    const { ok, message } = await takeCode(code)
    toast(message, ok ? 'success' : 'error')
  })
  useEffect(() => {
    if (given !== null) take(given).catch(() => toast(PAGE_MESSAGES.discountCheckFailed, 'error'))
  }, [given, toast])
  return null
}
