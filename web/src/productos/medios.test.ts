import { expect, it } from 'vitest'
import { mediosOf } from './medios.ts'

const imagen = (imagen: string, es_principal = false) => ({ imagen, es_principal })
const shown = (video: string | null, ...imagenes: ReturnType<typeof imagen>[]) =>
  mediosOf({ video, portada: null, imagenes }).map(({ kind, url }) => `${kind} ${url}`)

it('the video comes first, then the pictures, the main one leading and the others in their order', () => {
  expect(shown('/v.mp4', imagen('a'), imagen('b', true), imagen('c'))).toEqual([
    'video /v.mp4',
    'imagen b',
    'imagen a',
    'imagen c',
  ])
})

it('until it is played a video shows its own picture, or the main one', () => {
  const imagenes = [imagen('a'), imagen('b', true)]
  expect(mediosOf({ video: '/v.mp4', portada: 'p', imagenes })[0]).toMatchObject({ poster: 'p' })
  expect(mediosOf({ video: '/v.mp4', portada: null, imagenes })[0]).toEqual({
    kind: 'video',
    url: '/v.mp4',
    poster: 'b',
  })
  expect(mediosOf({ video: '/v.mp4', portada: null, imagenes: [] })[0]).toMatchObject({ poster: null })
})

it('without any there is nothing to show', () => expect(shown(null)).toEqual([]))
