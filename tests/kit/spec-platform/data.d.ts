/**
 * Content of the second platform. The field names are those of the specification of the platform calls; everything else it
 * does not name differs on purpose from the embedded platform: numbers as text, flags as 0 and 1, unknown fields.
 */
export declare const SITE_DATE = "2026-03-14 09:26:53";
export declare const CATEGORIES: {
    gameCategory: string;
    vassalage: string | undefined;
    vendors: {
        vassalage: string;
        displayName: string;
        smallIcon: string;
        isHot: string;
        sortOrder: string;
    }[];
}[];
export interface SpecGame {
    readonly [field: string]: unknown;
    readonly vassalage: string;
    readonly gameType: string;
}
export declare const GAMES: readonly SpecGame[];
export declare const LOTTERY_GROUPS: ({
    gameGroupCode: string;
    labelName: string;
    gameMenus: ({
        code: string;
        gameName: string;
        gameId: string;
        defaultPlayType: string;
    } | {
        code: string;
        gameName: string;
        gameId: number;
        defaultPlayType: null;
    })[];
} | {
    gameGroupCode: string;
    labelName: string;
    gameMenus: {
        code: string;
        gameName: string;
        gameId: number;
    }[];
})[];
export declare const REGISTER_RULES: {
    username: {
        enabled: boolean;
        required: boolean;
        acceptedPattern: string;
        patternId: string;
        minLength: unknown;
        maxLength: unknown;
    };
    password: {
        enabled: boolean;
        required: boolean;
        acceptedPattern: string;
        patternId: string;
        minLength: unknown;
        maxLength: unknown;
    };
    email: {
        required: boolean;
        acceptedPattern: string;
        patternId: string;
        minLength: unknown;
        maxLength: unknown;
        enabled: string;
    };
    affiliateCode: {
        enabled: boolean;
        required: boolean;
        acceptedPattern: string;
        patternId: string;
        minLength: unknown;
        maxLength: unknown;
    };
    zalo: {
        enabled: string;
    };
};
export declare const RESOURCES: ({
    resourceType: string;
    url: string;
    qrCodeUrl: string;
    labelNameCn: string;
    labelNameEn: string;
} | {
    qrCodeUrl?: never;
    labelNameCn?: never;
    resourceType: string;
    url: string;
    labelNameEn: string;
} | {
    qrCodeUrl?: never;
    labelNameCn?: never;
    labelNameEn?: never;
    resourceType: string;
    url: string;
})[];
export declare const NOTICES: {
    player: {
        title: string;
        content: string;
        date: string;
    }[];
    banners: {
        groupName: string;
        url: string;
    }[];
    popup: {
        title: string;
        content: string;
    }[];
    promotion: {
        title: string;
        content: string;
        date: string;
    }[];
};
export declare const POINT_REWARDS: {
    name: string;
    points: string;
    amount: string;
    redeemQuantity: string;
    availableQuantity: string;
    status: string;
    remark: null;
}[];
export declare const SALARY_CONTRACTS: {
    rate: string;
    periodValidBet: string;
    periodProfitLoss: number;
    activeMembers: string;
    period: string;
}[];
