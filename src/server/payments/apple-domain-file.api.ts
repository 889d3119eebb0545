import type { Context } from 'hono'
import { AppError } from '#server/platform/errors.ts'
import type { HeaderMap } from '#server/platform/http/security-headers.ts'
import type { AppleDomainFile } from './apple-domain-file.service.ts'

type AppleFileDeps = { appleFile: Pick<AppleDomainFile, 'find'>; hasWallets: boolean; headers: HeaderMap }

/** Where Apple looks for it. Never cached: Square may hand out another one. */
export function serveAppleDomainFile({ appleFile, hasWallets, headers }: AppleFileDeps) {
  return async (c: Context): Promise<Response> => {
    const text = hasWallets ? await appleFile.find() : undefined
    if (text === undefined) throw new AppError('not_found', 'There is no such file.', 404)
    return c.text(text, 200, headers)
  }
}
