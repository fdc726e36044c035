ALTER TABLE "contenidos" ADD COLUMN "navegador" text;--> statement-breakpoint
ALTER TABLE "contenidos" ADD COLUMN "red" text;--> statement-breakpoint
ALTER TABLE "pedidos" ADD COLUMN "navegador" text;--> statement-breakpoint
ALTER TABLE "pedidos" ADD COLUMN "red" text;--> statement-breakpoint
ALTER TABLE "pedidos" ADD COLUMN "visto" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "subidas" ADD COLUMN "navegador" text;--> statement-breakpoint
ALTER TABLE "subidas" ADD COLUMN "red" text;--> statement-breakpoint
ALTER TABLE "subidas" ADD COLUMN "tocada" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
CREATE INDEX "contenidos_navegador" ON "contenidos" USING btree ("navegador") WHERE "contenidos"."navegador" is not null;--> statement-breakpoint
CREATE INDEX "contenidos_red" ON "contenidos" USING btree ("red") WHERE "contenidos"."red" is not null;--> statement-breakpoint
CREATE INDEX "subidas_navegador" ON "subidas" USING btree ("navegador") WHERE "subidas"."navegador" is not null;--> statement-breakpoint
CREATE INDEX "subidas_red" ON "subidas" USING btree ("red") WHERE "subidas"."red" is not null;