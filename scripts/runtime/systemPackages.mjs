// @ts-check

/** Shared library that Electron links -> the Debian package that holds it (before the t64 renaming). */
export const DEBIAN_LIBRARIES = {
  'libasound.so.2': 'libasound2',
  'libatk-1.0.so.0': 'libatk1.0-0',
  'libatk-bridge-2.0.so.0': 'libatk-bridge2.0-0',
  'libatspi.so.0': 'libatspi2.0-0',
  'libcairo.so.2': 'libcairo2',
  'libcups.so.2': 'libcups2',
  'libdbus-1.so.3': 'libdbus-1-3',
  'libdrm.so.2': 'libdrm2',
  'libexpat.so.1': 'libexpat1',
  'libgbm.so.1': 'libgbm1',
  'libgio-2.0.so.0': 'libglib2.0-0',
  'libglib-2.0.so.0': 'libglib2.0-0',
  'libgobject-2.0.so.0': 'libglib2.0-0',
  'libgtk-3.so.0': 'libgtk-3-0',
  'libnspr4.so': 'libnspr4',
  'libnss3.so': 'libnss3',
  'libnssutil3.so': 'libnss3',
  'libpango-1.0.so.0': 'libpango-1.0-0',
  'libsmime3.so': 'libnss3',
  'libudev.so.1': 'libudev1',
  'libX11.so.6': 'libx11-6',
  'libxcb.so.1': 'libxcb1',
  'libXcomposite.so.1': 'libxcomposite1',
  'libXdamage.so.1': 'libxdamage1',
  'libXext.so.6': 'libxext6',
  'libXfixes.so.3': 'libxfixes3',
  'libxkbcommon.so.0': 'libxkbcommon0',
  'libXrandr.so.2': 'libxrandr2',
};

/** What a need is called by each package manager. `libraries` stands for all of Electron's at once where names differ. */
export const PACKAGES = {
  apt: {
    libraries: ['libgtk-3-0', 'libnss3', 'libasound2', 'libgbm1', 'libxss1', 'libatk-bridge2.0-0', 'libcups2'],
    xvfb: ['xvfb'],
    git: ['git'],
    sevenZip: ['p7zip-full'],
    'fonts.core': ['fonts-noto-core'],
    'fonts.cjk': ['fonts-noto-cjk'],
    'fonts.emoji': ['fonts-noto-color-emoji'],
  },
  dnf: {
    libraries: ['gtk3', 'nss', 'alsa-lib', 'mesa-libgbm', 'libXScrnSaver', 'at-spi2-atk', 'cups-libs'],
    xvfb: ['xorg-x11-server-Xvfb'],
    git: ['git'],
    sevenZip: ['p7zip-plugins'],
    'fonts.core': ['google-noto-sans-fonts'],
    'fonts.cjk': ['google-noto-sans-cjk-fonts'],
    'fonts.emoji': ['google-noto-color-emoji-fonts'],
  },
  pacman: {
    libraries: ['gtk3', 'nss', 'alsa-lib', 'mesa', 'libxss', 'at-spi2-core', 'libcups'],
    xvfb: ['xorg-server-xvfb'],
    git: ['git'],
    sevenZip: ['7zip'],
    'fonts.core': ['noto-fonts'],
    'fonts.cjk': ['noto-fonts-cjk'],
    'fonts.emoji': ['noto-fonts-emoji'],
  },
};

/** A file that shows that a font is there, whatever package brought it. */
export const FONT_FILES = {
  'fonts.core': /^NotoSans-Regular\.(ttf|otf)$|^NotoSans\[.*\]\.ttf$/,
  'fonts.cjk': /^NotoSans(Mono)?CJK|^NotoSansSC|^wqy-|^SourceHanSans/,
  'fonts.emoji': /^NotoColorEmoji|^Noto-COLRv1/,
};
