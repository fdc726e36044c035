CREATE SEQUENCE "public"."pedido_numero" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1001 CACHE 1;--> statement-breakpoint
CREATE TABLE "ajustes" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"valores" jsonb NOT NULL,
	"actualizado" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "ajustes_una_fila" CHECK ("ajustes"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "archivos" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "archivos_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"pedido_id" text NOT NULL,
	"posicion" integer NOT NULL,
	"contenido_id" text NOT NULL,
	"nombre" text NOT NULL,
	"paginas" integer NOT NULL,
	"grupo" text NOT NULL,
	"doble_faz" boolean NOT NULL,
	"orientacion" text NOT NULL,
	"color" text NOT NULL,
	"duplicado" integer NOT NULL,
	"anillado" boolean NOT NULL,
	CONSTRAINT "archivos_duplicado" CHECK ("archivos"."duplicado" between 1 and 500)
);
--> statement-breakpoint
CREATE TABLE "avisos_pago" (
	"id" text PRIMARY KEY NOT NULL,
	"pago_id" text NOT NULL,
	"recibido" timestamp with time zone DEFAULT now() NOT NULL,
	"leido" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "contenidos" (
	"id" text PRIMARY KEY NOT NULL,
	"bytes" bigint NOT NULL,
	"paginas" integer,
	"tamanos" jsonb,
	"color_hasta" integer DEFAULT 0 NOT NULL,
	"paginas_color" integer[] DEFAULT '{}' NOT NULL,
	"origen" text,
	"creado" timestamp with time zone DEFAULT now() NOT NULL,
	"borrado" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "correos" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "correos_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"clave" text NOT NULL,
	"para" text NOT NULL,
	"asunto" text NOT NULL,
	"texto" text NOT NULL,
	"html" text NOT NULL,
	"creado" timestamp with time zone DEFAULT now() NOT NULL,
	"enviado" timestamp with time zone,
	CONSTRAINT "correos_clave_unique" UNIQUE("clave")
);
--> statement-breakpoint
CREATE TABLE "historial" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "historial_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"pedido_id" text NOT NULL,
	"estado" text NOT NULL,
	"cuando" timestamp with time zone DEFAULT now() NOT NULL,
	"quien" text NOT NULL,
	"nota" text
);
--> statement-breakpoint
CREATE TABLE "operadores" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "operadores_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"email" text NOT NULL,
	"nombre" text NOT NULL,
	"rol" text NOT NULL,
	"sucursal_id" integer,
	"password_hash" text NOT NULL,
	CONSTRAINT "operadores_email_unique" UNIQUE("email")
);
--> statement-breakpoint
CREATE TABLE "pagos" (
	"id" text PRIMARY KEY NOT NULL,
	"pedido_id" text NOT NULL,
	"estado" text NOT NULL,
	"importe" bigint NOT NULL,
	"devuelto" bigint DEFAULT 0 NOT NULL,
	"moneda" text NOT NULL,
	"medio" text,
	"creado" timestamp with time zone NOT NULL,
	"actualizado" timestamp with time zone NOT NULL,
	"devolucion_pedida" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "pedidos" (
	"id" text PRIMARY KEY NOT NULL,
	"numero" integer,
	"estado" text DEFAULT 'borrador' NOT NULL,
	"carrito" text,
	"referencia" text NOT NULL,
	"tarifas" jsonb NOT NULL,
	"descuento_porcentaje" numeric(5, 2) NOT NULL,
	"total_impresion" bigint NOT NULL,
	"total_anillado" bigint NOT NULL,
	"final_impresion" bigint NOT NULL,
	"final_anillado" bigint NOT NULL,
	"importe_final" bigint NOT NULL,
	"email" text,
	"celular" text,
	"sucursal_id" integer,
	"modo_entrega" text,
	"direccion_entrega" text,
	"distancia_m" integer,
	"distancia_estimada" boolean DEFAULT false NOT NULL,
	"costo_delivery" bigint DEFAULT 0 NOT NULL,
	"codigo_retiro" text,
	"preferencia_id" text,
	"init_point" text,
	"preferencia_importe" bigint,
	"prometido" timestamp with time zone,
	"origen" text,
	"creado" timestamp with time zone DEFAULT now() NOT NULL,
	"tocado" timestamp with time zone DEFAULT now() NOT NULL,
	"confirmado" timestamp with time zone,
	"pagado" timestamp with time zone,
	"vence" timestamp with time zone,
	"cerrado" timestamp with time zone,
	"archivos_borrados" timestamp with time zone,
	CONSTRAINT "pedidos_numero_unique" UNIQUE("numero"),
	CONSTRAINT "pedidos_referencia_unique" UNIQUE("referencia"),
	CONSTRAINT "pedidos_codigo_retiro_unique" UNIQUE("codigo_retiro"),
	CONSTRAINT "pedidos_importes" CHECK ("pedidos"."total_impresion" >= 0 and "pedidos"."total_anillado" >= 0 and "pedidos"."importe_final" = "pedidos"."final_impresion" + "pedidos"."final_anillado"),
	CONSTRAINT "pedidos_confirmado_completo" CHECK ("pedidos"."estado" = 'borrador' or ("pedidos"."numero" is not null and "pedidos"."email" is not null and "pedidos"."celular" is not null and "pedidos"."sucursal_id" is not null and "pedidos"."modo_entrega" is not null and "pedidos"."codigo_retiro" is not null))
);
--> statement-breakpoint
CREATE TABLE "sesiones_mostrador" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"operador_id" integer NOT NULL,
	"vence" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "simulado_pagos" (
	"id" text PRIMARY KEY NOT NULL,
	"referencia" text NOT NULL,
	"estado" text NOT NULL,
	"medio" text NOT NULL,
	"importe" bigint NOT NULL,
	"devuelto" bigint DEFAULT 0 NOT NULL,
	"creado" timestamp with time zone NOT NULL,
	"actualizado" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "simulado_preferencias" (
	"id" text PRIMARY KEY NOT NULL,
	"referencia" text NOT NULL,
	"titulo" text NOT NULL,
	"importe" bigint NOT NULL,
	"vuelta" text NOT NULL,
	"vence" timestamp with time zone NOT NULL,
	CONSTRAINT "simulado_preferencias_referencia_unique" UNIQUE("referencia")
);
--> statement-breakpoint
CREATE TABLE "sucursales" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sucursales_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"nombre" text NOT NULL,
	"direccion" text NOT NULL,
	"whatsapp" text NOT NULL,
	"lat" double precision NOT NULL,
	"lng" double precision NOT NULL,
	"horario" text NOT NULL,
	CONSTRAINT "sucursales_nombre_unique" UNIQUE("nombre")
);
--> statement-breakpoint
ALTER TABLE "archivos" ADD CONSTRAINT "archivos_pedido_id_pedidos_id_fk" FOREIGN KEY ("pedido_id") REFERENCES "public"."pedidos"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "archivos" ADD CONSTRAINT "archivos_contenido_id_contenidos_id_fk" FOREIGN KEY ("contenido_id") REFERENCES "public"."contenidos"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "historial" ADD CONSTRAINT "historial_pedido_id_pedidos_id_fk" FOREIGN KEY ("pedido_id") REFERENCES "public"."pedidos"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "operadores" ADD CONSTRAINT "operadores_sucursal_id_sucursales_id_fk" FOREIGN KEY ("sucursal_id") REFERENCES "public"."sucursales"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pagos" ADD CONSTRAINT "pagos_pedido_id_pedidos_id_fk" FOREIGN KEY ("pedido_id") REFERENCES "public"."pedidos"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pedidos" ADD CONSTRAINT "pedidos_sucursal_id_sucursales_id_fk" FOREIGN KEY ("sucursal_id") REFERENCES "public"."sucursales"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sesiones_mostrador" ADD CONSTRAINT "sesiones_mostrador_operador_id_operadores_id_fk" FOREIGN KEY ("operador_id") REFERENCES "public"."operadores"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "archivos_posicion" ON "archivos" USING btree ("pedido_id","posicion");--> statement-breakpoint
CREATE INDEX "archivos_contenido" ON "archivos" USING btree ("contenido_id");--> statement-breakpoint
CREATE INDEX "contenidos_origen" ON "contenidos" USING btree ("origen","creado");--> statement-breakpoint
CREATE INDEX "correos_para" ON "correos" USING btree ("para","id");--> statement-breakpoint
CREATE INDEX "historial_pedido" ON "historial" USING btree ("pedido_id","id");--> statement-breakpoint
CREATE INDEX "pagos_pedido" ON "pagos" USING btree ("pedido_id");--> statement-breakpoint
CREATE UNIQUE INDEX "pedidos_carrito_vivo" ON "pedidos" USING btree ("carrito") WHERE "pedidos"."estado" in ('borrador', 'confirmado');--> statement-breakpoint
CREATE INDEX "pedidos_tablero" ON "pedidos" USING btree ("estado","sucursal_id","numero" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "pedidos_numero" ON "pedidos" USING btree ("numero" DESC NULLS LAST) WHERE "pedidos"."numero" is not null;--> statement-breakpoint
CREATE INDEX "pedidos_borradores" ON "pedidos" USING btree ("tocado") WHERE "pedidos"."estado" = 'borrador';--> statement-breakpoint
CREATE INDEX "pedidos_vencen" ON "pedidos" USING btree ("vence") WHERE "pedidos"."estado" = 'confirmado';--> statement-breakpoint
CREATE INDEX "simulado_pagos_referencia" ON "simulado_pagos" USING btree ("referencia");