// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { directionsLink } from './directions.ts'

const ALBERDI = { lat: -27.58611, lng: -65.61972 }
const ANDROID = 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/143.0.0.0 Mobile Safari/537.36'
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Safari'
const LAPTOP = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/143.0.0.0 Safari/537.36'

test('the route opens in the phone’s map app, and as a web page on other devices', () => {
  const link = (userAgent: string) => directionsLink(ALBERDI, 'Alberdi', userAgent)
  expect(link(ANDROID)).toBe('geo:-27.58611,-65.61972?q=-27.58611,-65.61972(ImprimiTodo%20Alberdi)')
  expect(link(IPHONE)).toBe('https://maps.apple.com/?daddr=-27.58611,-65.61972')
  expect(link(LAPTOP)).toBe('https://www.openstreetmap.org/directions?to=-27.58611%2C-65.61972')
})
