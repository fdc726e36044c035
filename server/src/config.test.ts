import { describe, expect, it } from 'vitest'
import { readConfig } from './config.ts'

describe('Mercado Pago', () => {
  const both = { MP_ACCESS_TOKEN: 'APP_USR-1', MP_WEBHOOK_SECRET: 's' }

  it('is there with its token, at the real address unless told', () => {
    expect(readConfig({}).mercadopago).toBeUndefined()
    expect(readConfig(both).mercadopago).toEqual({
      ...{ accessToken: 'APP_USR-1', webhookSecret: 's', apiUrl: 'https://api.mercadopago.com' },
    })
    expect(readConfig({ ...both, MP_API_URL: 'http://127.0.0.1:9/' }).mercadopago?.apiUrl).toBe(
      'http://127.0.0.1:9',
    )
  })

  it('may be tried without the secret of its notifications, not sold with', () => {
    const { MP_ACCESS_TOKEN } = both
    expect(readConfig({ MP_ACCESS_TOKEN }).mercadopago?.webhookSecret).toBeUndefined()
    expect(() => readConfig({ MP_ACCESS_TOKEN, NODE_ENV: 'production' })).toThrow('van juntos')
  })

  it.each([
    [{ MP_WEBHOOK_SECRET: 's' }, 'MP_WEBHOOK_SECRET no sirve sin MP_ACCESS_TOKEN'],
    [{ ...both, MP_API_URL: 'localhost:3000' }, 'MP_API_URL'],
  ])('half of it, or a wrong address, is told at the start: %o', (env, message) =>
    expect(() => readConfig(env)).toThrow(message),
  )
})
