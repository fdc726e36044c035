// A plausible past of the shop: orders, prints, payments, points, codes and mails whose sums and balances are right, as years
// of work would have left them. Growth is measured on it.
import { DEFAULT_TARIFAS } from '@imprimitodo/shared/rules/compra/precio'
import type pg from 'pg'
import { fillImpresiones, WRONG_IMPRESIONES } from './pasado-impresiones.ts'

export type Pasado = { pedidos: number; correos: number; contenido: string }

/** Two years back; the newest few are still on the board, as many in each state. */
const DAYS = 730
const OPEN = 240
/** A customer orders about five times. */
const PEDIDOS_POR_CLIENTE = 5
/** A code of ten sheets. */
const CANJE = 20_000
const VACUUM = [
  'clientes',
  'pedidos',
  'contenidos',
  'archivos',
  'historial',
  'pagos',
  'puntos',
  'codigos',
  'ventas',
  'correos',
  'devoluciones',
  'impresiones',
  'intentos',
]

/**
 * Adds `pedidos` orders and `correos` mails to what is there. `contenido`: a kept file of 10 pages that the open orders
 * name; the files of closed orders are deleted by their age, as retention does. It is one transaction, so that a fill
 * that is cut short leaves nothing.
 */
export async function fillPasado(client: pg.Client, { pedidos, correos, contenido }: Pasado): Promise<void> {
  await client.query('begin')
  try {
    // As a restore does: the touched days are noted once below, and not by each row, which takes twice as long
    await client.query(`select set_config('imprimitodo.restaurando', 'si', true)`)
    await client.query(`create temp table lleno on commit drop as ${PEDIDOS}`, [pedidos, DAYS, OPEN])
    await client.query('create index on lleno (n); create index on lleno (id); analyze lleno')
    await client.query(CLIENTES, [Math.ceil(pedidos / PEDIDOS_POR_CLIENTE), DAYS])
    await client.query(
      `create temp table gente on commit drop as
       select id, email, row_number() over (order by id) - 1 as k from clientes where email like 'vecino%@example.com';
       create index on gente (k); analyze gente`,
    )
    await client.query(INSERT_PEDIDOS, [JSON.stringify(DEFAULT_TARIFAS)])
    await client.query(CONTENIDOS)
    await client.query(ARCHIVOS, [contenido])
    for (const fact of [HISTORIAL, PAGOS, DEVOLUCIONES, PUNTOS, REEMBOLSOS, VENTAS, PUNTOS_DE_VENTAS])
      await client.query(fact)
    await fillImpresiones(client, DAYS)
    await client.query(CANJES, [CANJE])
    await client.query(CODIGOS)
    await client.query(CORREOS, [correos, DAYS])
    await client.query(
      `select setval('pedido_numero', greatest((select last_value from pedido_numero), (select max(numero) from pedidos)))`,
    )
    await client.query(
      `insert into dias_tocados select current_date - n from generate_series(-1, $1::int + 1) n`,
      [DAYS],
    )
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
  for (const table of VACUUM) await client.query(`vacuum analyze ${table}`)
}

/** The orders: spread evenly over the time, nine of ten handed over, of 1 to 40 sheets. */
const PEDIDOS = `
  with o as (
    select (select coalesce(max(numero), 1000) from pedidos) + fila as n,
      translate(left(encode(sha256(('pedido' || (select count(*) from pedidos) + fila)::bytea), 'base64'), 22), '+/', '-_') as id,
      now() - make_interval(secs => ($1::bigint - fila) * ($2::float8 * 86400 / $1)) as cuando,
      fila > $1::int - $3::int as abierto, hashint4(fila::int) & 2147483647 as azar
    from generate_series(1, $1::int) fila
  )
  select n, id, cuando, azar,
    case when abierto then (array['confirmado', 'pagado', 'en_produccion', 'listo'])[1 + azar % 4]
      when azar % 100 < 4 then 'cancelado' when azar % 100 < 8 then 'vencido' when azar % 100 < 10 then 'reembolsado'
      else 'entregado' end as estado,
    1 + azar % 40 as hojas, 1 + azar / 7 % 2 as sucursal, azar % 3 = 0 as con_cuenta
  from o`

const CLIENTES = `
  insert into clientes (email, nombre, celular, fecha_nacimiento, password_hash, creado, activado, email_confirmado)
  select 'vecino' || n || '@example.com', 'Vecino ' || substr(md5(n::text), 1, 6), '3865' || 400000 + n % 500000,
    '1990-05-17', 'x', now() - make_interval(days => $2::int), now() - make_interval(days => $2::int), 'vecino' || n || '@example.com'
  from generate_series(1, $1::int) n on conflict do nothing`

/** Paid or free, by state; two-sided sheets in black and white at their price, less 5 %, in whole pesos. */
const INSERT_PEDIDOS = `
  insert into pedidos (id, numero, estado, referencia, tarifas, descuento_porcentaje, total_impresion, total_anillado,
    final_impresion, final_anillado, importe_final, cliente_id, email, celular, sucursal_id, modo_entrega,
    codigo_retiro, creado, tocado, confirmado, pagado, vence, cerrado, prometido, listo, archivos_borrados)
  select l.id, l.n, l.estado, 'ref-' || l.id, $1::jsonb, 5, l.hojas * 16000, 0, p.pagar, 0, p.pagar, g.id,
    coalesce(g.email, 'invitado' || l.n || '@example.com'), '3865' || 400000 + l.n % 500000, s.id, 'retiro',
    'L' || upper(substr(md5(l.id), 1, 3)) || '-' || upper(substr(md5(l.id), 4, 4)) || '-' || upper(substr(md5(l.id), 8, 4)),
    l.cuando, l.cuando, l.cuando,
    case when l.estado not in ('confirmado', 'vencido', 'cancelado') then l.cuando + interval '5 minutes' end,
    l.cuando + interval '72 hours',
    case when l.estado in ('entregado', 'cancelado', 'vencido', 'reembolsado') then l.cuando + interval '1 day' end,
    case when l.estado not in ('confirmado', 'vencido', 'cancelado') then l.cuando + interval '3 hours' end,
    case when l.estado in ('listo', 'entregado') then l.cuando + interval '20 minutes' end,
    case when l.estado in ('entregado', 'cancelado', 'vencido', 'reembolsado') then l.cuando + interval '8 days' end
  from lleno l
  cross join lateral (select round(l.hojas * 16000 * 0.95 / 100) * 100 as pagar) p
  join (select id, row_number() over (order by id) as k, count(*) over () as all from sucursales) s
    on s.k = 1 + (l.sucursal - 1) % s.all
  left join gente g on l.con_cuenta and g.k = l.azar / 3 % (select count(*) from gente)
  order by l.n`

const CERRADO = `l.estado in ('entregado', 'cancelado', 'vencido', 'reembolsado')`

const CONTENIDOS = `
  insert into contenidos (id, bytes, paginas, color_hasta, creado, borrado)
  select 'c' || l.id, 40000, l.hojas * 2, l.hojas * 2, l.cuando, l.cuando + interval '8 days'
  from lleno l where ${CERRADO}`

/** Open ones name the one file that exists; ten pages on five sheets, in as many copies as make up the price. */
const ARCHIVOS = `
  insert into archivos (pedido_id, posicion, contenido_id, nombre, paginas, grupo, doble_faz, orientacion, color,
    duplicado, anillado)
  select l.id, 0, case when ${CERRADO} then 'c' || l.id else $1 end, 'Apunte ' || substr(md5(l.id), 1, 7) || '.pdf',
    case when ${CERRADO} then l.hojas * 2 else 2 end, 'default', true, 'vertical', 'blanco y negro',
    case when ${CERRADO} then 1 else l.hojas end, false
  from lleno l`

const PAGADO = `l.estado in ('pagado', 'en_produccion', 'listo', 'entregado', 'reembolsado')`

const HISTORIAL = `
  insert into historial (pedido_id, estado, cuando, quien)
  select l.id, e.estado, l.cuando + e.orden * interval '5 minutes', case when e.orden > 1 then 'Dueño' else 'sistema' end
  from lleno l cross join lateral unnest(
    case when ${PAGADO} then array['confirmado', 'pagado', 'en_produccion', 'listo', 'entregado', 'reembolsado'] else array['confirmado', l.estado] end
  ) with ordinality as e (estado, orden)
  where case l.estado when 'entregado' then e.orden <= 5 when 'reembolsado' then e.estado in ('confirmado', 'pagado', 'reembolsado')
    when 'confirmado' then e.orden = 1 when 'pagado' then e.orden <= 2 when 'en_produccion' then e.orden <= 3
    when 'listo' then e.orden <= 4 else true end
  order by l.n, e.orden`

const PAGOS = `
  insert into pagos (id, proveedor, pedido_id, estado, importe, devuelto, moneda, medio, creado, acreditado, actualizado)
  select 'pago-' || l.id, 'mercadopago', l.id, case l.estado when 'reembolsado' then 'refunded' else 'approved' end, p.importe_final,
    case l.estado when 'reembolsado' then p.importe_final else 0 end, 'ARS',
    (array['tarjeta', 'saldo', 'efectivo'])[1 + l.azar % 3], l.cuando + interval '4 minutes',
    p.pagado, l.cuando + case l.estado when 'reembolsado' then interval '1 day' else interval '4 minutes' end
  from lleno l join pedidos p on p.id = l.id where ${PAGADO}`

const DEVOLUCIONES = `
  insert into devoluciones (clave, pedido_id, pago_id, importe, motivo, quien, pedida, hecha)
  select 'lleno-' || l.id, l.id, 'pago-' || l.id, p.importe_final, 'Salió mal', 'Dueño', l.cuando + interval '1 day',
    l.cuando + interval '1 day'
  from lleno l join pedidos p on p.id = l.id where l.estado = 'reembolsado'`

const PUNTOS = `
  insert into puntos (cliente_id, tipo, puntos, motivo, clave, pedido_id, quien, cuando)
  select p.cliente_id, 'pedido', p.importe_final / 100, 'Pedido ' || p.numero, 'pedido:' || p.id, p.id, 'sistema', p.pagado
  from lleno l join pedidos p on p.id = l.id where ${PAGADO} and p.cliente_id is not null and p.importe_final >= 100
  order by l.n`

const REEMBOLSOS = `
  insert into puntos (cliente_id, tipo, puntos, motivo, clave, pedido_id, quien, cuando)
  select p.cliente_id, 'devolucion', -(p.importe_final / 100), 'Devolución del pedido ' || p.numero,
    'devolucion:' || p.id || ':' || p.importe_final / 100, p.id, 'sistema', p.cerrado
  from lleno l join pedidos p on p.id = l.id
  where l.estado = 'reembolsado' and p.cliente_id is not null and p.importe_final >= 100 order by l.n`

/** One sale at the counter for each ten orders. */
const VENTAS = `
  insert into ventas (clave, cliente_id, operador_id, importe, puntos, cuando)
  select 'lleno-' || l.id, g.id, (select min(id) from operadores), l.hojas * 10000, l.hojas * 100, l.cuando
  from lleno l join gente g on g.k = l.azar % (select count(*) from gente) where l.n % 10 = 0`

const PUNTOS_DE_VENTAS = `
  insert into puntos (cliente_id, tipo, puntos, motivo, clave, quien, cuando)
  select v.cliente_id, 'venta', v.puntos, 'Compra en el local', 'venta:' || v.id, 'Dueño', v.cuando
  from ventas v join lleno l on v.clave = 'lleno-' || l.id order by v.id`

/** Half of the customers with enough points exchanged them once: a code of 10 sheets, and a line of the ledger. */
const CANJES = `
  with saldos as (
    select cliente_id, sum(puntos) as saldo from puntos join gente on gente.id = cliente_id group by 1
  ), hechos as (
    insert into codigos (codigo, tipo, cliente_id, hojas, producto_nombre, creado, vence)
    select 'H' || upper(substr(md5('canje' || s.cliente_id), 1, 3)) || '-' || upper(substr(md5('canje' || s.cliente_id), 4, 4))
        || '-' || upper(substr(md5('canje' || s.cliente_id), 8, 4)),
      'hojas', s.cliente_id, 10, 'Hojas gratis', now() - interval '200 days', now() - interval '110 days'
    from saldos s where s.saldo >= $1::bigint and s.cliente_id % 2 = 0
    on conflict do nothing returning id, cliente_id
  )
  insert into puntos (cliente_id, tipo, puntos, motivo, clave, quien, cuando)
  select cliente_id, 'canje', -$1::bigint, 'Canje: Hojas gratis', 'canje:' || id, 'cliente', now() from hechos`

/** A coupon a customer, most of them used at the counter. */
const CODIGOS = `
  insert into codigos (codigo, tipo, cliente_id, porcentaje, producto_nombre, creado, vence, usado, usado_por)
  select 'K' || upper(substr(md5('cupon' || id), 1, 3)) || '-' || upper(substr(md5('cupon' || id), 4, 4)) || '-' || upper(substr(md5('cupon' || id), 8, 4)),
    'cupon', id, 10, 'Cupón', d, d + interval '1 day', case when k % 4 > 0 then d + interval '1 hour' end,
    case when k % 4 > 0 then 'Dueño' end
  from gente cross join lateral (select now() - make_interval(days => 2 + (k % 700)::int) as d) t
  on conflict do nothing`

/** Sent when they were made. Bodies of about two kilobytes, as ours are. */
const CORREOS = `
  insert into correos (clave, para, asunto, texto, html, creado, enviado)
  select 'lleno:' || b.last + n, 'vecino' || n % 20000 || '@example.com', 'Tu pedido está listo', repeat('Tu pedido está listo. ', 20),
    repeat('<p>Tu pedido está listo para retirar.</p>', 40), d, d
  from (select coalesce(max(id), 0) as last from correos) b, generate_series(1, $1::int) n
  cross join lateral (select now() - make_interval(secs => ($1::bigint - n) * ($2::float8 * 86400 / $1)) as d) t`

/** Sums that do not add up, in words; empty where all are right. */
export async function wrongSums(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ what: string; many: number }>(`
    select 'orders whose payments are not what they cost' as what, count(*)::int as many from pedidos p
      where p.pagado is not null and p.importe_final <> (select coalesce(sum(importe), 0) from pagos g where g.pedido_id = p.id)
    union all select 'balances that are not their lines', count(*) from saldos s
      where s.puntos <> (select coalesce(sum(u.puntos), 0) from puntos u where u.cliente_id = s.cliente_id)
    union all select 'balances below zero', count(*) from (select 1 from puntos group by cliente_id having sum(puntos) < 0) x
    union all select 'orders of accounts without their points', count(*) from pedidos p
      where p.pagado is not null and p.cliente_id is not null and p.importe_final >= 100
        and not exists (select from puntos u where u.pedido_id = p.id and u.tipo = 'pedido')
    union all select 'exchanges without their code', count(*) from puntos u where u.tipo = 'canje' and u.clave like 'canje:%'
        and not exists (select from codigos c where 'canje:' || c.id = u.clave)
    union all select 'orders without a file', count(*) from pedidos p where not exists (select from archivos a where a.pedido_id = p.id)
    union all select 'histories that end elsewhere', count(*) from pedidos p where p.numero is not null
        and p.estado <> (select h.estado from historial h where h.pedido_id = p.id order by h.id desc limit 1)
    union all ${WRONG_IMPRESIONES}`)
  return rows.filter(({ many }) => Number(many) > 0).map(({ what, many }) => `${many} ${what}`)
}
