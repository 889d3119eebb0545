import { NO_CONTENT, textsIn } from '#domain/texts/page-content.ts'
import type { TextService } from '#server/texts/texts.service.ts'

/** The shop's default texts. */
export const FIRST_TEXTS: Pick<TextService, 'page'> = {
  page: (key) => ({ words: textsIn(key, NO_CONTENT), pictures: {} }),
}
