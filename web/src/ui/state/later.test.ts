// @vitest-environment happy-dom
import { expect, it, onTestFinished, vi } from 'vitest'
import { again } from './later.ts'

const ADDRESS = 'https://tienda.test/assets/partes-a1.js'
const lost = () => Promise.reject(new TypeError(`Failed to fetch dynamically imported module: ${ADDRESS}`))

it('a module that did not arrive is loaded by an address of its own at the next try, and then stays', async () => {
  const from = vi.fn<(address: string) => Promise<string>>().mockImplementationOnce(lost)
  const load = again(lost, from.mockResolvedValue('parts'))
  await expect(load()).rejects.toThrow('Failed to fetch')
  expect(await load()).toBe('parts')
  expect(await load()).toBe('parts')
  expect(from).toHaveBeenCalledTimes(2)
  for (const [address] of from.mock.calls)
    expect(address).toMatch(/^https:\/\/tienda\.test\/assets\/partes-a1\.js\?\d+$/)
})

it('a module that arrives is loaded once, and one that fails by itself is not loaded by another address', async () => {
  const from = vi.fn<(address: string) => Promise<string>>()
  const whole = vi.fn(async () => 'parts')
  const load = again(whole, from)
  expect(await Promise.all([load(), load()])).toEqual(['parts', 'parts'])
  expect(whole).toHaveBeenCalledOnce()
  await expect(again(() => Promise.reject(new RangeError('of its own')), from)()).rejects.toThrow(
    'of its own',
  )
  expect(from).not.toHaveBeenCalled()
})

it('outside a browser it loads too: only parts that a page can do without are left to the browser', async () => {
  vi.stubEnv('SSR', true)
  onTestFinished(() => void vi.unstubAllEnvs())
  expect(await again(async () => 'parts')()).toBe('parts')
})
