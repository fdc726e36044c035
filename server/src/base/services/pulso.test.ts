import { expect, test } from 'vitest'
import { createPulso } from './pulso.ts'

test('calls to a service that was replaced say nothing of the new one', async () => {
  const pulso = createPulso()
  const answer = Promise.withResolvers<void>()
  const old = pulso.watch('correo', { send: () => answer.promise })
  const late = old.send()
  const fresh = pulso.watch('correo', { send: async () => {} })
  answer.reject(new Error('No answer.'))
  await expect(late).rejects.toThrow()
  expect(pulso.fallas().get('correo')).toBeNull()
  const failing = pulso.watch('correo', { send: () => Promise.reject(new Error('No answer.')) })
  await expect(failing.send()).rejects.toThrow()
  await fresh.send()
  expect(pulso.fallas().get('correo')).toMatchObject({ failures: 1 })
})
