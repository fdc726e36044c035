import { expect, test } from 'vitest'
import { testShop } from '../../testing/shop.ts'
import { createLogger } from '../runtime/logger.ts'
import { warm } from './warm.ts'

test('its own calls all succeed and are not logged; later calls are logged as before', async () => {
  const lines: string[] = []
  const log = createLogger('info', { write: (line) => void lines.push(line) })
  const { app, get } = await testShop({ log })
  lines.length = 0
  await warm(app)
  expect(lines).toEqual([])
  await get('/api/precios')
  expect(lines.join('')).toContain('/api/precios')
})
