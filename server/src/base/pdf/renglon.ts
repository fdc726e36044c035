/** Characters of a line: font A of a thermal printer on 72 mm. */
export const COLUMNAS = 48

/** A line of a slip. `tamano`: how many times as wide and high. It has at most 48 / `tamano` characters. */
export type Renglon =
  | { texto: string; tamano?: 1 | 2 | 4; centrado?: boolean; negativo?: boolean }
  | { qr: string }
