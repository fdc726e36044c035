import { rgb } from '@cantoo/pdf-lib'

// The shop's inks on its papers, as on its pages (web/src/ui/tokens.css)
export const INK = rgb(0.09, 0.125, 0.18)
export const SOFT = rgb(0.29, 0.33, 0.4)
export const LINE = rgb(0.8, 0.78, 0.72)
export const BLUE = rgb(0.106, 0.247, 0.749)
export const LEMON = rgb(0.961, 0.773, 0.094)
export const LEAF = rgb(0.043, 0.42, 0.306)
export const RED = rgb(0.788, 0.227, 0.133)
export const PAPER = rgb(0.984, 0.965, 0.918)
export const WHITE = rgb(1, 1, 1)
