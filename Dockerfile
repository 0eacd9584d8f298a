# The product as one image; ROLE says what a container of it is (docs/deploy.md). Nothing secret is needed to build it.
FROM node:24-bookworm-slim AS build
WORKDIR /build
COPY package.json package-lock.json .npmrc ./
RUN npm ci --include=dev --no-audit --no-fund
COPY . .
RUN node server/tools/build.mjs
RUN npm prune --omit=dev --no-audit --no-fund

FROM node:24-bookworm-slim
ENV NODE_ENV=production
ENV DATA_DIR=/data
WORKDIR /app
COPY --from=build /build/package.json ./
COPY --from=build /build/node_modules ./node_modules
COPY --from=build /build/dist ./dist
# For the commands of package.json.
COPY --from=build /build/server/tools/run-built.mjs ./server/tools/run-built.mjs
# All else belongs to root: what runs cannot change the product.
RUN mkdir -m 700 /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 3000 3001 3002
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=5s --timeout=4s --start-period=90s --retries=3 CMD ["node", "-e", "fetch(`http://${process.env.ADMIN_HOST ?? '127.0.0.1'}:${process.env.ADMIN_PORT ?? 3001}/readyz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "dist/server/main.js"]
