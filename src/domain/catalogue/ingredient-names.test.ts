import { expect, test } from 'vitest'
import { ingredients } from '../../../db/seed/ingredients.ts'
import { indexIngredients } from './ingredient-names.ts'

const SHOP = indexIngredients(ingredients)

test.each(['linalool', 'linoleic acid', 'oleic', 'squalene', 'carotenoids', 'vanillin', 'terpinen 4 ol', 'sunflower'])(
  'finds the ingredients that are rich in %s',
  (typed) => {
    expect(SHOP.find(typed.split(' '))).not.toEqual([])
  },
)

test.each('make set cool room hard taken keeps mention great little chiefly acid'.split(' '))(
  'takes “%s” from no sentence about an ingredient',
  (typed) => {
    expect(SHOP.find([typed])).toEqual([])
  },
)
