import { expect, it } from 'vitest'
import { meantHost } from './parecido.ts'

it.each([
  ['ana@gmial.com', 'gmail.com'],
  ['ana@gmail.con', 'gmail.com'],
  ['ana@gmai.com', 'gmail.com'],
  ['ana@GMAIL.CO', 'gmail.com'],
  [' ana@hotmial.com ', 'hotmail.com'],
  ['ana@yaho.com.ar', 'yahoo.com.ar'],
  ['ana@outlok.com', 'outlook.com'],
  ['ana@gmail.com', null],
  ['ana@yahoo.com', null],
  ['ana@ymail.com', null],
  ['ana@mail.com', null],
  ['ana@unt.edu.ar', null],
  ['ana@', null],
  ['ana', null],
])('%j probably meant %j', (email, host) => expect(meantHost(email)).toBe(host))
