import { MAX_ALT_LENGTH, MAX_PICTURES, type ProductPicture, TOO_MANY_PICTURES } from '#domain/catalogue/product.ts'
import { SIZES } from '#domain/catalogue/sizes.ts'
import { type Fields, type FormRead, tidy } from '#server/platform/http/form-fields.ts'
import { productsIn as keysIn } from './collection-form.ts'

const UPLOADS = '/uploads/'
const UPLOAD_KEY = 'upload-'

/** A picture's name in form fields. */
export function pictureKey(picture: string): string {
  return picture.startsWith(UPLOADS) ? UPLOAD_KEY + picture.slice(UPLOADS.length) : picture
}

function fromKey(key: string): string {
  return key.startsWith(UPLOAD_KEY) ? UPLOADS + key.slice(UPLOAD_KEY.length) : key
}

/** Converts the pictures of a product to form fields, and back. */
export const productPictureForm = {
  toFields(pictures: readonly ProductPicture[]): Fields {
    return {
      ...Object.fromEntries(
        pictures.flatMap(({ picture, alt }, index) => [
          [`place:${pictureKey(picture)}`, String(index + 1)],
          [`alt:${pictureKey(picture)}`, alt],
        ]),
      ),
      ...Object.fromEntries(
        SIZES.map((size) => {
          const chosen = pictures.find(({ sizes }) => sizes.includes(size))
          return [`picture${size}`, chosen ? pictureKey(chosen.picture) : '']
        }),
      ),
    }
  },

  read(sent: Fields): FormRead<ProductPicture[]> {
    const keys = keysIn(sent)
    const errors: Fields = keys.length > MAX_PICTURES ? { form: TOO_MANY_PICTURES } : {}
    const pictures = keys.map((key) => {
      const alt = tidy(sent[`alt:${key}`]).replaceAll(/\s+/g, ' ')
      if (alt.length > MAX_ALT_LENGTH) errors[`alt:${key}`] = `This is longer than ${MAX_ALT_LENGTH} characters.`
      return { picture: fromKey(key), alt, sizes: SIZES.filter((size) => sent[`picture${size}`] === key) }
    })
    return Object.keys(errors).length > 0 ? { ok: false, errors } : { ok: true, value: pictures }
  },

  /** The pictures in a sent form, in its order. */
  shown: (sent: Fields): string[] => keysIn(sent).map(fromKey),
}
