// The books of the loopback ARCA, and the rules by which it grants or refuses. Codes are those of the real
// ARCA.
import { createHash } from 'node:crypto'
import { allAt, at, element, type Node, textAt } from '../../base/services/fiscal/arca-xml.ts'

export type Voucher = {
  puntoVenta: number
  tipo: number
  numero: number
  cae: string
  fields: Record<string, string>
}

/** In the order of the schema: .NET skips elements that are out of order. */
const ORDER = [
  'Concepto',
  'DocTipo',
  'DocNro',
  'CbteDesde',
  'CbteHasta',
  'CbteFch',
  'ImpTotal',
  'ImpTotConc',
  'ImpNeto',
  'ImpOpEx',
  'ImpTrib',
  'ImpIVA',
  'FchServDesde',
  'FchServHasta',
  'FchVtoPago',
  'MonId',
  'MonCotiz',
  'CanMisMonExt',
  'CondicionIVAReceptorId',
  'CbtesAsoc',
  'Tributos',
  'Iva',
  'Opcionales',
  'Compradores',
  'PeriodoAsoc',
  'Actividades',
]
const LETTERS: Record<string, 'A' | 'B' | 'C'> = { 1: 'A', 3: 'A', 6: 'B', 8: 'B', 11: 'C', 13: 'C' }
const CONDITIONS = { A: [1, 6, 13, 16], B: [4, 5, 7, 8, 9, 10, 15], C: [1, 4, 5, 6, 7, 8, 9, 10, 13, 15, 16] }
const CREDIT = new Set(['3', '8', '13'])
const ANONYMOUS_LIMIT = 10_000_000
const DAY_MS = 86_400_000

export const errorOf = (code: number, message: string): string =>
  element('Errors', [element('Err', [element('Code', code), element('Msg', message)])]).markup

export function createBooks(condicion: 'RI' | 'MT') {
  const vouchers: Voucher[] = []
  const ofSerie = (puntoVenta: number, tipo: number) =>
    vouchers.filter((voucher) => voucher.puntoVenta === puntoVenta && voucher.tipo === tipo)
  const find = (puntoVenta: number, tipo: number, numero: number) =>
    ofSerie(puntoVenta, tipo).find((voucher) => voucher.numero === numero)

  function problem(head: Node | undefined, detail: Node): [number, string] | null {
    const [puntoVenta, tipo] = [Number(textAt(head, 'PtoVta')), textAt(head, 'CbteTipo')]
    const of = (name: string) => textAt(detail, name)
    const number = (name: string) => Math.round(Number(of(name)) * 100)
    const letter = LETTERS[tipo]
    if (!letter || (condicion === 'MT') !== (letter === 'C'))
      return [10000, 'El emisor no se encuentra autorizado a emitir ese tipo de comprobante']
    if (namesDiffer(head, ['CantReg', 'PtoVta', 'CbteTipo'])) return [10001, 'Cabecera mal formada']
    if (puntoVenta > 50) return [10005, 'El punto de venta no se encuentra habilitado']
    const own = ofSerie(puntoVenta, Number(tipo))
    const last = own.at(-1)
    if (of('CbteDesde') !== of('CbteHasta')) return [10013, 'CbteDesde y CbteHasta']
    if (Number(of('CbteDesde')) !== (last?.numero ?? 0) + 1 || of('CbteFch') < (last?.fields.CbteFch ?? ''))
      return [10016, 'El numero o fecha del comprobante no se corresponde con el proximo a autorizar.']
    if (Math.abs(dayOf(of('CbteFch')) - Date.now()) > 40 * DAY_MS) return [10016, 'CbteFch']
    if (of('Concepto') !== '3') return [10011, 'Concepto']
    if (['FchServDesde', 'FchServHasta', 'FchVtoPago'].some((name) => !/^\d{8}$/.test(of(name))))
      return [10049, 'Faltan las fechas del servicio']
    if (of('FchServDesde') > of('FchServHasta') || of('FchVtoPago') < of('CbteFch'))
      return [10036, 'FchVtoPago']
    if (!of('CondicionIVAReceptorId'))
      return [10246, 'Campo Condicion Frente al IVA del receptor es obligatorio']
    if (!CONDITIONS[letter].includes(Number(of('CondicionIVAReceptorId'))))
      return [10243, 'La condicion de IVA del receptor no es valida para la clase de comprobante']
    if (of('DocTipo') !== '80' && letter === 'A') return [10013, 'DocTipo']
    if (of('DocTipo') === '99' && (of('DocNro') !== '0' || number('ImpTotal') >= ANONYMOUS_LIMIT * 100))
      return [10015, 'DocTipo 99']
    if (of('MonId') !== 'PES' || of('MonCotiz') !== '1') return [10039, 'MonId']
    const [total, neto, iva] = [number('ImpTotal'), number('ImpNeto'), number('ImpIVA')]
    const others = number('ImpTotConc') + number('ImpOpEx') + number('ImpTrib')
    if (!(total > 0) || total !== neto + iva + others) return [10048, 'ImpTotal']
    const rates = allAt(detail, 'AlicIva', 'Iva')
    if (letter === 'C' && (iva !== 0 || at(detail, 'Iva') || others !== 0)) return [10044, 'ImpIVA']
    if (letter !== 'C') {
      const [rate, ...more] = rates
      if (!rate || more.length || textAt(rate, 'Id') !== '5') return [10018, 'Iva']
      const [base, amount] = ['BaseImp', 'Importe'].map((name) =>
        Math.round(Number(textAt(rate, name)) * 100),
      )
      if (base !== neto || amount !== iva || Math.abs(Math.round(neto * 0.21) - iva) > 1)
        return [10051, 'AlicIva']
    }
    const asociados = allAt(detail, 'CbteAsoc', 'CbtesAsoc')
    if (CREDIT.has(tipo) !== asociados.length > 0) return [10197, 'CbtesAsoc']
    for (const asociado of asociados)
      if (
        !find(
          Number(textAt(asociado, 'PtoVta')),
          Number(textAt(asociado, 'Tipo')),
          Number(textAt(asociado, 'Nro')),
        )
      )
        return [10040, 'El comprobante asociado no existe']
    return null
  }

  return {
    vouchers,
    /** Adds a voucher as another program of the shop would, at the same point of sale. */
    add(puntoVenta: number, tipo: number, fields: Record<string, string> = {}): Voucher {
      const numero = (ofSerie(puntoVenta, tipo).at(-1)?.numero ?? 0) + 1
      const voucher = { puntoVenta, tipo, numero, cae: caeOf(puntoVenta, tipo, numero), fields }
      vouchers.push(voucher)
      return voucher
    },
    last(puntoVenta: string, tipo: string): string {
      const numero = ofSerie(Number(puntoVenta), Number(tipo)).at(-1)?.numero ?? 0
      return `<PtoVta>${puntoVenta}</PtoVta><CbteTipo>${tipo}</CbteTipo><CbteNro>${numero}</CbteNro>`
    },
    find(query: Node | undefined): string {
      if (namesDiffer(query, ['CbteTipo', 'CbteNro', 'PtoVta'])) return errorOf(501, 'consulta mal formada')
      const [tipo, numero, puntoVenta] = ['CbteTipo', 'CbteNro', 'PtoVta'].map((name) =>
        Number(textAt(query, name)),
      )
      const found = find(puntoVenta ?? 0, tipo ?? 0, numero ?? 0)
      if (!found)
        return errorOf(602, 'No existen datos en nuestros registros para los parametros ingresados.')
      const { fields, cae } = found
      const rest = Object.entries(fields).map(([name, text]) => element(name, text).markup)
      return `<ResultGet>${rest.join('')}<Resultado>A</Resultado><CodAutorizacion>${cae}</CodAutorizacion><EmisionTipo>CAE</EmisionTipo><FchVto>20261231</FchVto><FchProceso>20261121101010</FchProceso><PtoVta>${puntoVenta}</PtoVta><CbteTipo>${tipo}</CbteTipo></ResultGet>`
    },
    issue(request: Node | undefined): string {
      const head = at(request, 'FeCabReq')
      const given = at(request, 'FeDetReq', 'FECAEDetRequest')
      if (!head || !given) return errorOf(10001, 'FeCAEReq')
      const detail = inOrder(given)
      const wrong = problem(head, detail)
      const [puntoVenta, tipo] = [Number(textAt(head, 'PtoVta')), Number(textAt(head, 'CbteTipo'))]
      const cabecera = (resultado: string) =>
        `<FeCabResp><Cuit>0</Cuit><PtoVta>${puntoVenta}</PtoVta><CbteTipo>${tipo}</CbteTipo><CantReg>1</CantReg><Resultado>${resultado}</Resultado><Reproceso>N</Reproceso></FeCabResp>`
      // The real one answers 10016 under Errors, without a detail
      if (wrong?.[0] === 10016) return `${cabecera('R')}${errorOf(...wrong)}`
      if (wrong) {
        const [code, message] = wrong
        const obs = element('Observaciones', [
          element('Obs', [element('Code', code), element('Msg', message)]),
        ])
        return `${cabecera('R')}<FeDetResp><FECAEDetResponse><Resultado>R</Resultado>${obs.markup}<CAE/><CAEFchVto/></FECAEDetResponse></FeDetResp>`
      }
      const numero = Number(textAt(detail, 'CbteDesde'))
      const fields = Object.fromEntries(
        detail.children.filter(({ children }) => !children.length).map(({ name, text }) => [name, text]),
      )
      const cae = caeOf(puntoVenta, tipo, numero)
      vouchers.push({ puntoVenta, tipo, numero, cae, fields })
      const obs =
        tipo === 1 && fields.CondicionIVAReceptorId === '6'
          ? '<Observaciones><Obs><Code>10217</Code><Msg>El credito fiscal discriminado solo podra ser computado a efectos del Regimen de Sostenimiento</Msg></Obs></Observaciones>'
          : ''
      return `${cabecera('A')}<FeDetResp><FECAEDetResponse><Concepto>3</Concepto><CbteDesde>${numero}</CbteDesde><CbteHasta>${numero}</CbteHasta><Resultado>A</Resultado>${obs}<CAE>${cae}</CAE><CAEFchVto>20261231</CAEFchVto></FECAEDetResponse></FeDetResp><Events><Evt><Code>39</Code><Msg>A partir del &lt;próximo&gt; mes &amp; siguientes…</Msg></Evt></Events>`
    },
  }
}

/** The element with only those children that are in order. */
function inOrder(node: Node): Node {
  let reached = -1
  const children = node.children.filter(({ name }) => {
    const place = ORDER.indexOf(name)
    if (place <= reached) return false
    reached = place
    return true
  })
  return { ...node, children }
}

const namesDiffer = (node: Node | undefined, names: string[]): boolean =>
  node?.children.map(({ name }) => name).join() !== names.join()

const dayOf = (day: string): number => Date.parse(day.replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3T12:00:00Z'))

const caeOf = (...parts: number[]): string =>
  `76${String(createHash('sha256').update(parts.join('-')).digest().readUIntBE(0, 6) % 1e12).padStart(12, '0')}`
