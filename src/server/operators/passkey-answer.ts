import { z } from 'zod'

/** The library validates the response; this only makes sure that there is one. */
export const assertion = z.looseObject({ id: z.string().max(1024), response: z.looseObject({}) })
