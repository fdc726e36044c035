import { expect, test } from 'vitest'
import {
  isVideoPropio,
  MARCOS_DE_VIDEO,
  normaliseVideo,
  parseVideo,
  VIDEO_FORMATOS,
  videoAjeno,
  videoPath,
} from './video.ts'

const YOUTUBE = 'https://www.youtube.com/watch?v=aqz-KE-bpKQ'
const VIMEO = 'https://vimeo.com/76979871'
const SIN_LISTAR = 'https://vimeo.com/76979871/8272103f6e'

test.each([
  ['https://www.youtube.com/watch?v=aqz-KE-bpKQ', YOUTUBE],
  ['http://youtube.com/watch?v=aqz-KE-bpKQ', YOUTUBE],
  ['https://m.youtube.com/watch?list=PL1&t=12s&v=aqz-KE-bpKQ&feature=share', YOUTUBE],
  ['https://youtu.be/aqz-KE-bpKQ?si=Zk3wq&t=3', YOUTUBE],
  ['  youtu.be/aqz-KE-bpKQ ', YOUTUBE],
  ['www.youtube.com/shorts/aqz-KE-bpKQ', YOUTUBE],
  ['https://www.youtube.com/live/aqz-KE-bpKQ', YOUTUBE],
  ['https://www.youtube.com/embed/aqz-KE-bpKQ?autoplay=1', YOUTUBE],
  ['https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ', YOUTUBE],
  ['HTTPS://WWW.YOUTUBE.COM/watch?v=aqz-KE-bpKQ#t=1', YOUTUBE],
  ['https://vimeo.com/76979871', VIMEO],
  ['vimeo.com/76979871?share=copy', VIMEO],
  ['https://www.vimeo.com/76979871/', VIMEO],
  ['https://player.vimeo.com/video/76979871?dnt=1', VIMEO],
  ['https://vimeo.com/76979871/8272103f6e', SIN_LISTAR],
  ['https://player.vimeo.com/video/76979871?h=8272103f6e&title=0', SIN_LISTAR],
])('%s is kept as the address of its page', (text, kept) => {
  expect(normaliseVideo(text)).toBe(kept)
  expect(normaliseVideo(kept)).toBe(kept)
})

test.each([
  '',
  ' ',
  'hola',
  'https://www.youtube.com/',
  'https://www.youtube.com/watch',
  'https://www.youtube.com/watch?v=corto',
  'https://www.youtube.com/watch?v=aqz-KE-bpKQx',
  'https://www.youtube.com/watch?v=aqz-KE-bpK"',
  'https://www.youtube.com/@imprimitodo',
  'https://www.youtube.com/playlist?list=PL1',
  'https://www.youtube.com/shorts/aqz-KE-bpKQ/otro',
  'https://youtube.com.otro.example/watch?v=aqz-KE-bpKQ',
  'https://otro.example/youtu.be/aqz-KE-bpKQ',
  'https://youtu.be@otro.example/aqz-KE-bpKQ',
  'https://ana@youtu.be/aqz-KE-bpKQ',
  'https://youtu.be:8443/aqz-KE-bpKQ',
  'javascript:alert(1)//youtu.be/aqz-KE-bpKQ',
  'data:text/html,youtu.be/aqz-KE-bpKQ',
  'https://vimeo.com/channels/staffpicks/76979871',
  'https://vimeo.com/imprimitodo',
  'https://vimeo.com/76979871/"><script>',
  'https://player.vimeo.com/76979871',
  'https://player.vimeo.com/video/76979871?h=%22%3E',
  'https://otro.example/v.mp4',
  '//otro.example/v.mp4',
  '/../video.mp4',
  '/videos/taza.mp4',
  '/videos/0123456789abcdef0123456789abcdef.mov',
  '/muestra/sello.mp4?x',
  '/muestra/../sello.mp4',
  `https://youtu.be/aqz-KE-bpKQ?x=${'y'.repeat(300)}`,
])('%j is no video that can be shown', (text) => {
  expect(normaliseVideo(text)).toBeNull()
})

test('a video is framed from the two players alone, without cookies before it is played', () => {
  for (const text of [YOUTUBE, VIMEO, SIN_LISTAR])
    expect(MARCOS_DE_VIDEO.some((marco) => videoAjeno(text)?.marco.startsWith(marco))).toBe(true)
  expect(videoAjeno(YOUTUBE)?.marco).toContain('youtube-nocookie.com/embed/aqz-KE-bpKQ?')
  expect(videoAjeno(SIN_LISTAR)?.marco).toMatch(/video\/76979871\?dnt=1&.*h=8272103f6e$/)
})

test('a file of ours has one address', () => {
  const id = '0123456789abcdef0123456789abcdef'
  for (const formato of VIDEO_FORMATOS) {
    const path = videoPath(id, formato)
    expect([isVideoPropio(path), normaliseVideo(path), parseVideo(path)]).toEqual([
      true,
      path,
      { id, formato },
    ])
  }
  expect([isVideoPropio('/muestra/sello.mp4'), parseVideo('/muestra/sello.mp4')]).toEqual([true, null])
  expect(isVideoPropio(YOUTUBE)).toBe(false)
})
